"""Calls a program with inputs of one size, for the sandbox to see from outside what that takes: no clock is read here."""


def again(source, entry, generator, n, times, calls):
    """Makes as many fresh modules and inputs, and calls them if so asked: what calls take is the difference."""
    keep_memory()
    names = {"__name__": "generator"}
    exec(compile(generator, "<generator>", "exec", 0, True), names)
    code = compile(source, "<program>", "exec", 0, True)
    for _ in range(times):
        random.seed(0)  # as the profiler does for its first input
        given = names["make"](n)
        module = {"__name__": "program"}
        exec(code, module)
        call = module[entry]
        random.seed(0)
        gc.disable()
        try:
            if calls:
                finished(call(*given))
        finally:
            gc.enable()
