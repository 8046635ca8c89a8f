import { Badge } from '#web/ui/badge.tsx'
import { DetailsList } from '#web/ui/details-list.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { ChangePassword } from './change-password.tsx'
import { InstallApp } from './install-app.tsx'
import { MyData } from './my-data.tsx'
import { Notifications } from './notifications.tsx'
import css from './profile.module.css'
import { Sessions } from './sessions.tsx'

export function ProfileScreen() {
  const { username, is_admin, groups } = useCurrentUser()
  return (
    <Page title="Mein Profil" width="reading">
      <div className={css['profile']}>
        <DetailsList
          items={[
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
        <Notifications />
        <InstallApp />
        <ChangePassword />
        <Sessions />
        <MyData />
        {is_admin && (
          <section>
            <h2>Schnittstelle</h2>
            <p>Alle Aufrufe, die diese Anwendung versteht, mit Feldern und Berechtigungen.</p>
            <LinkButton to="/api">Beschreibung öffnen</LinkButton>
          </section>
        )}
      </div>
    </Page>
  )
}
