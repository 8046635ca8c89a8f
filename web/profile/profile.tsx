import { Suspense } from 'react'
import { backToToday } from '#web/shell/back-to-today.tsx'
import { Pending } from '#web/shell/pending.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { DetailsList } from '#web/ui/details-list.tsx'
import { Page } from '#web/ui/page.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import css from './profile.module.css'
import { Settings } from './settings.tsx'

/** The header renders while the rest loads. */
export function ProfileScreen() {
  const { username, display_name, is_admin, groups } = useCurrentUser()
  return (
    <Page title="Mein Profil" breadcrumb={[backToToday]} width="reading">
      <div className={css['profile']}>
        <DetailsList
          items={[
            ...(display_name === username ? [] : [{ name: 'Name', value: display_name }]),
            { name: 'Benutzername', value: username },
            { name: 'Rolle', value: is_admin ? 'Admin' : 'Benutzer' },
            {
              name: 'Gruppen',
              value:
                groups.length > 0 ? (
                  <span className={css['groups']}>
                    {groups.map(({ id, name }) => (
                      <Badge key={id}>{name}</Badge>
                    ))}
                  </span>
                ) : (
                  'keine'
                ),
            },
          ]}
        />
        <Suspense fallback={<Pending isPart />}>
          <Settings />
        </Suspense>
      </div>
    </Page>
  )
}
