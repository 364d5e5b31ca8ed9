"""Calls a program with inputs of one size, while the sandbox measures from outside: no clock is read here."""


def again(source, entry, generator, n, times, inputs, calls):
    """Makes so many fresh modules and inputs, cycling through as many different ones as the profiler has, and calls the
    modules if asked to: the difference is the time of the calls.
    """
    keep_memory()
    names = {"__name__": "generator"}
    exec(compile(generator, "<generator>", "exec", 0, True), names)
    code = compile(source, "<program>", "exec", 0, True)
    for turn in range(times):
        seed = turn % inputs
        random.seed(1_000_003 * seed)
        given = names["make"](n)
        module = {"__name__": "program"}
        exec(code, module)
        call = module[entry]
        random.seed(seed)
        gc.disable()
        try:
            if calls:
                finished(call(*given))
        finally:
            gc.enable()
