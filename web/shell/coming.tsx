import { Page } from '#web/ui/page.tsx'
import { Empty } from '#web/ui/states.tsx'

/** A screen that has no content yet says so. */
export const coming = (title: string) =>
  function Coming() {
    return (
      <Page title={title}>
        <Empty title="Dieser Bereich ist noch nicht eingerichtet." />
      </Page>
    )
  }
