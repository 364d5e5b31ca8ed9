# gender, age: A coroutine that waits for another one.
async def score(age):
    return age * 2


async def decide(gender, age):
    return await score(age) > 80
