import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { statusQuery } from '#web/status/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** The server runs a newer build than this page: offers to reload, and leaves the moment to the person. */
export function NewBuild() {
  const hash = useQuery(statusQuery).data?.hash
  const [first, setFirst] = useState(hash)
  if (first === undefined && hash !== undefined) setFirst(hash)
  if (first === undefined || hash === first) return null
  return (
    <Notice
      action={
        <Button size="small" onClick={() => location.reload()}>
          Neu laden
        </Button>
      }
    >
      Es gibt eine neue Version dieser Anwendung.
    </Notice>
  )
}
