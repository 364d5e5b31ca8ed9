"""Calls a program with inputs of one size, while the sandbox measures the time from outside; no clock is read here."""


def again(source, entry, generator, n, times, inputs, calls):
    """Makes `times` fresh modules and inputs, cycling through `inputs` different inputs as the profiler does, and calls the
    modules if `calls` is true; the difference in time is that of the calls.
    """
    keep_memory()
    names = {"__name__": "generator"}
    exec(compile(generator, "<generator>", "exec", 0, True), names)
    code = compile(source, "<program>", "exec", 0, True)
    for turn in range(times):
        seed = turn % inputs
        seeded(1_000_003 * seed)
        given = names["make"](n)
        module = {"__name__": "program"}
        exec(code, module)
        call = module[entry]
        seeded(seed)
        gc.disable()
        try:
            if calls:
                finished(call(*given))
        finally:
            gc.enable()
