// Core affinity: the measured programs run on the first core, the client on the second.
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

const canPin = spawnSync('taskset', ['-V']).status === 0 && availableParallelism() > 1

const on = (core: number) => (canPin ? ['taskset', '-c', String(core)] : [])
export const measuredCore = on(0)
export const clientCore = on(1)
