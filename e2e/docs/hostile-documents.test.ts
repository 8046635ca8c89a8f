import { test } from 'node:test'
import { showHostile } from '#proof/documents/hostile-documents.ts'

test('300 hostile trees run nothing', () => showHostile(300, 1).then(() => undefined))
