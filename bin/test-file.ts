// Runs one test file in a process of its own, with an end to its time.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runToEnd } from './test-process.ts'
import type { Outcome } from './test-reporter.ts'

const TEST_MS = 120_000
const FILE_MS = 300_000

type FileResult = { outcomes: Outcome[]; output: string; seconds: number }

export async function runTestFile(file: string, root: string): Promise<FileResult> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-outcome-'))
  const destination = join(folder, 'outcomes')
  try {
    const reporter = new URL('test-reporter.ts', import.meta.url).href
    const options = [
      `--test-reporter=${reporter}`,
      `--test-reporter-destination=${destination}`,
      `--test-timeout=${TEST_MS}`,
    ]
    const { code, output, seconds } = await runToEnd([...options, file], root, FILE_MS)
    const outcomes = readOutcomes(destination)
    // a file that broke off, hung or tested nothing is a failure of its own, whatever its tests said before
    if (!outcomes.some(({ result }) => result === 'failed') && (code !== 0 || outcomes.length === 0)) {
      outcomes.push({ name: file, at: file, result: 'failed', error: sentenceFor(code) })
    }
    return { outcomes, output, seconds }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function sentenceFor(code: number | string): string {
  if (code === 'late') return `Not done after ${FILE_MS / 1000} seconds.`
  return code === 0 ? 'The file holds no test.' : `Broke off with ${code}.`
}

function readOutcomes(path: string): Outcome[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return [] // it ended before its first test
  }
  const whole = text.slice(0, text.lastIndexOf('\n') + 1) // the last line of a killed file may be half
  return whole
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Outcome)
}
