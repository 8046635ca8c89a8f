import { Outlet } from '@tanstack/react-router'
import { Page } from '#web/ui/page.tsx'

export function DocsScreen() {
  return (
    <Page title="Prozesse">
      <Outlet />
    </Page>
  )
}
