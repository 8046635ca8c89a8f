import { test } from 'node:test'
import { showHostile } from '#proof/documents/hostile-documents.ts'

test('100 hostile trees run nothing', () => showHostile(100, 1).then(() => undefined))
