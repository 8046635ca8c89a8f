import { sentenceOf } from '#web/api.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

type Props = { query: { error: unknown; refetch: () => unknown } }

/** In place of the part of a page that a query was to bring: why it did not come, and the way to ask again. */
export const NotLoaded = ({ query: { error, refetch } }: Props) => (
  <Notice
    tone="danger"
    action={
      <Button size="small" onClick={() => void refetch()}>
        Erneut versuchen
      </Button>
    }
  >
    {sentenceOf(error)}
  </Notice>
)
