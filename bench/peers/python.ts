// A peer in Python: a program that reads orders as lines of JSON and answers each with a line.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { PYTHON } from './debian.ts'

export async function startPython(program: URL) {
  const child = spawn(PYTHON, [fileURLToPath(program)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  })
  const exit = once(child, 'exit')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const answer = async () => {
    const { done, value } = await lines.next()
    if (done) throw new Error(`${program.pathname} ended before it answered`)
    return JSON.parse(value) as unknown
  }
  await answer()
  return {
    pid: child.pid as number,
    order<Value>(order: unknown): Promise<Value> {
      child.stdin.write(`${JSON.stringify(order)}\n`)
      return answer() as Promise<Value>
    },
    async stop() {
      child.kill('SIGKILL')
      await exit
    },
  }
}
