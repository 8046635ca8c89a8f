import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asModule } from './vite.react.ts'

test('a script that hands things out becomes a module with an export for each', () => {
  const module = asModule(`
    var React = require('react'), a = 1;
    exports.one = function () { return exports.two + React.b + a }
    exports.two = 2
    if (a) exports.two = 3
  `)
  assert.match(module, /^import \* as React from 'react'\n/)
  assert.match(module, /var \$one = function \(\) \{ return \$two \+ React\.b \+ a \}/)
  assert.match(module, /var \$two = 2\s+if \(a\) \$two = 3/)
  assert.match(module, /export \{ \$one as one,\$two as two \}/)
})

test('what says it in another way ends the build', () => {
  assert.throws(
    () => asModule("function a() { return require('b') }"),
    /needs another where nobody expects it/,
  )
  assert.throws(() => asModule('if (a) exports.one = 1'), /hands something out where nobody expects it/)
})
