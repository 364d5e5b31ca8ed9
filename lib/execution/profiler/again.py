"""Calls a program with inputs of one size, for the sandbox to see from outside what that takes: no clock is read here."""


def again(source, entry, generator, n, times, inputs, calls):
    """Makes as many fresh modules and inputs, of so many different ones in turn as the profiler has them, and calls the
    modules if so asked: what calls take is the difference.
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
