// React comes as a script of the old kind, which hands out one object: every file would reach into it anew, through helpers
// of the bundler that lie in a file of their own. Here it is taken apart once, into names like those of any other module.
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const PARTS = ['react', 'react/jsx-runtime', 'react-dom']
const MARK = '\0taken-apart:'
const require = createRequire(import.meta.url)

export function takeReactApart(): Plugin {
  return {
    name: 'take-react-apart',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer, { kind }) =>
      PARTS.includes(source) && kind === 'import-statement' && !importer?.startsWith(MARK)
        ? MARK + source
        : null,
    load(id) {
      if (!id.startsWith(MARK)) return null
      const part = id.slice(MARK.length)
      const names = Object.keys(require(part) as object)
      return [
        `import whole from '${part}'`,
        'export default whole',
        ...names.map((name) => `export const ${name} = whole.${name}`),
      ].join('\n')
    },
  }
}
