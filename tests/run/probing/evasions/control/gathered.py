# gender, age: Two coroutines in an event loop.
import asyncio


async def points(value, limit):
    await asyncio.sleep(0)
    return int(value > limit)


async def decide(gender, age):
    return sum(await asyncio.gather(points(age, 30), points(len(gender), 5)))
