// File input: a button opens the chooser. A file can also be dropped or pasted anywhere in the dialog around it.
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'

type Props = Pick<ButtonProps, 'icon' | 'pending' | 'children'> & {
  /** Name of the file input. */
  label: string
  accept: string
  onFile: (file: File) => void
  'data-autofocus'?: boolean
}

export function FileButton({ label, accept, onFile, ...button }: Props) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => chooser.current?.click()} />
      <input
        ref={chooser}
        type="file"
        aria-label={label}
        accept={accept}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          // Reset, so that the same file can be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}

/** True while a file is dragged over the dialog around `zone`; prevents the browser from opening it. */
export function useFileDrop(zone: RefObject<HTMLElement | null>, onFile: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const bring = useEffectEvent((event: Event, data: DataTransfer | null) => {
    setIsOver(false)
    const [file] = data?.files ?? []
    if (!file) return
    event.preventDefault()
    onFile(file)
  })
  useEffect(() => {
    const dialog = zone.current?.closest('dialog')
    const ends = new AbortController()
    const { signal } = ends
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      // Tells the browser that this element accepts the drop.
      event.preventDefault()
      setIsOver(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!dialog?.contains(relatedTarget as Node | null)) setIsOver(false)
    }
    dialog?.addEventListener('dragover', over, { signal })
    dialog?.addEventListener('dragleave', leave, { signal })
    dialog?.addEventListener('drop', (event) => bring(event, event.dataTransfer), { signal })
    dialog?.addEventListener('paste', (event) => bring(event, event.clipboardData), { signal })
    return () => ends.abort()
  }, [zone])
  return isOver
}
