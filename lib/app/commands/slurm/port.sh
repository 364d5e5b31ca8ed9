
# A server of this job's own, on a port of this machine that is free; the model must be there already.
port=$((20000 + RANDOM % 20000))
while (: </dev/tcp/127.0.0.1/$port) 2>/dev/null; do port=$((20000 + RANDOM % 20000)); done
{{start}} &
server=$!
trap 'kill $server' EXIT
until {{ready}} >/dev/null 2>&1; do
  kill -0 $server || exit 1
  sleep 2
done

