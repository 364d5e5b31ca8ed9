/** A program whose cost is to be measured, with the generator of its inputs. */
export interface ProfiledProgram {
  /** A Python module. */
  readonly source: string;
  /** Name of the function to call. */
  readonly entryPoint: string;
  /** A Python module with `make(n)`, which returns the list of positional arguments of an input of size n. */
  readonly generator: string;
}

/** The costs of a program at growing sizes of its input. */
export interface Profile {
  /** The sizes, rising. */
  readonly n: readonly number[];
  /** Seconds of processor time at each size: mean over inputs of the least over repetitions, less an empty call. */
  readonly seconds: readonly number[];
  /** The number of different inputs that each time is from. */
  readonly inputs: readonly number[];
  /** Seconds that making an input took at each size; not part of `seconds`. */
  readonly making: readonly number[];
  /**
   * Relative error of the times, from the two halves of the repetitions (an A/A control): the standard deviation of one
   * half's times about the other's.
   */
  readonly noise: number;
  /** Work of the interpreter at the smaller sizes; fewer sizes, or none, where counting would take too long. */
  readonly work: {
    readonly n: readonly number[];
    /** Instructions of the interpreter and comparisons of sorts, mean over inputs. */
    readonly count: readonly number[];
    /** Standard error of the mean over inputs. */
    readonly error: readonly number[];
  };
  /** Processor time of the whole measurement, seconds. */
  readonly cpuS: number;
}
