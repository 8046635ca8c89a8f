import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { startSearch } from '#web/docs/search.ts'
import { CloseIcon, MenuIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { useAppName } from './app-name.ts'
import { Logo } from './logo.tsx'
import { Navigation } from './navigation.tsx'
import { NewBuild } from './new-build.tsx'
import css from './shell.module.css'

/** What surrounds every screen of somebody who is signed in. */
export function Frame() {
  const name = useAppName()
  return (
    <div className={css['frame']}>
      <a className={css['skip']} href="#inhalt">
        Zum Inhalt
      </a>
      <div className={css['side']}>
        <Link to="/docs" search={startSearch} className={css['brand']}>
          <Logo />
          {name}
        </Link>
        <Menu />
      </div>
      <main id="inhalt" className={css['main']} tabIndex={-1}>
        <NewBuild />
        <Outlet />
      </main>
    </div>
  )
}

/** On small screens the links hide behind a burger; arriving somewhere closes it again. */
function Menu() {
  const place = useRouterState({ select: (state) => state.location.pathname })
  const [openAt, setOpenAt] = useState<string>()
  const open = openAt === place
  const { unread_chats } = useCurrentUser()
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes, wherever inside it is pressed
    <div
      className={css['menu']}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setOpenAt(undefined)
      }}
    >
      <div className={css['burger']}>
        <IconButton
          label={open ? 'Menü schließen' : 'Menü öffnen'}
          icon={open ? <CloseIcon /> : <MenuIcon />}
          aria-expanded={open}
          aria-controls="menue"
          onClick={() => setOpenAt(open ? undefined : place)}
        />
        {unread_chats && !open && <span className={css['dot']} />}
      </div>
      <div id="menue" className={css['links']} data-open={open}>
        <Navigation />
      </div>
    </div>
  )
}
