import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/**
 * A part of a screen that nobody sees at first. `prepare` fetches its file while one looks at the rest, so that it stands
 * with the press that opens it. Without a network it stays away, and comes with the next press that finds one.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let part: ComponentType<Props> | undefined
  let coming: Promise<void> | undefined
  const prepare = () => {
    coming ??= load().then(
      (loaded) => void (part = loaded),
      () => void (coming = undefined),
    )
    return coming
  }
  function Later(props: Props): ReactNode {
    const [, setIsHere] = useState(part !== undefined)
    useEffect(() => {
      if (part === undefined) void prepare().then(() => setIsHere(part !== undefined))
    }, [])
    const Part = part
    return Part && <Part {...props} />
  }
  return Object.assign(Later, { prepare })
}
