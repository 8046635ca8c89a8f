// The floor of a login: argon2id with the stored parameters (19 MiB, two passes), and nothing else.
import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { takeOrders } from '#measure/child.ts'
import { admin } from '#measure/log-in.ts'

const derive = promisify(argon2)

takeOrders(async (times: number) => {
  for (let done = 0; done < times; done++) {
    const message = Buffer.from(admin.password)
    await derive('argon2id', {
      message,
      nonce: randomBytes(16),
      memory: 19_456,
      passes: 2,
      parallelism: 1,
      tagLength: 32,
    })
  }
  return times
})
