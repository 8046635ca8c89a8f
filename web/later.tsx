import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/**
 * A file that nobody needs for the first picture. `prepare` fetches it while one looks at the rest; drawing what uses
 * it fetches it, too. Without a network it stays away, and so it does where there is no reason to fetch it yet
 * (undefined): it comes with the next press or drawing that finds one.
 */
export function laterFile<File>(load: () => Promise<File | undefined>) {
  let file: File | undefined
  let coming: Promise<void> | undefined
  const fetchIt = async () => {
    file = await load().catch(() => undefined)
    coming = undefined
  }
  const prepare = () => (coming ??= fetchIt())
  function useFile(): File | undefined {
    const [, setIsHere] = useState(file !== undefined)
    useEffect(() => {
      if (file === undefined) void prepare().then(() => setIsHere(file !== undefined))
    })
    return file
  }
  return { prepare, useFile }
}

/** A part of a screen that nobody sees at first, so that it stands with the press that opens it. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props> | undefined>) {
  let part: ComponentType<Props> | undefined
  const { prepare, useFile } = laterFile(async () => (part = await load()))
  function Later(props: Props): ReactNode {
    useFile()
    const Part = part
    return Part && <Part {...props} />
  }
  return Object.assign(Later, { prepare })
}
