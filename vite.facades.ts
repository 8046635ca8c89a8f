// A screen that lies in a piece with others gets a file of its own all the same, which only says where it is: one
// request more, in a chain. Whoever loads it is told so at once, and the file goes.
import type { Plugin, Rolldown } from 'vite'

export function passBy(): Plugin {
  return {
    name: 'pass-by',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      for (const facade of chunks) {
        const target = targetOf(facade)
        if (!target || chunks.some(({ imports }) => imports.includes(facade.fileName))) continue
        const [from, to] = [nameIn(facade.fileName), nameIn(target.file)]
        const things = target.things.map(([inside, outside]) => `${outside}:e.${inside}`)
        for (const chunk of chunks) {
          chunk.code = chunk.code
            .replaceAll(`import(\`./${from}\`)`, () => `import(\`./${to}\`).then(e=>({${things.join()}}))`)
            .replaceAll(`"${facade.fileName}"`, () => `"${target.file}"`)
          if (chunk !== facade && chunk.code.includes(from))
            throw new Error(`${chunk.fileName} still asks for ${from}.`)
          chunk.dynamicImports = chunk.dynamicImports.map((name) =>
            name === facade.fileName ? target.file : name,
          )
        }
        delete bundle[facade.fileName]
      }
    },
  }
}

const nameIn = (file: string) => file.slice(file.lastIndexOf('/') + 1)

/** Where everything is that it hands out, and by which names; undefined of a file that does something itself. */
function targetOf({ code, isEntry, fileName }: Rolldown.OutputChunk) {
  const [, things, file] = /^(?:import"[^"]+";)*export\{([^}]+)\}from"\.\/([^"]+)";\s*$/.exec(code) ?? []
  if (isEntry || things === undefined || file === undefined) return undefined
  return {
    file: fileName.slice(0, -nameIn(fileName).length) + file,
    things: things.split(',').map((one) => {
      const [inside = '', outside = inside] = one.split(' as ')
      return [inside, outside] as const
    }),
  }
}
