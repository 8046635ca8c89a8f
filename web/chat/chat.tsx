// List of chats on the left, the open chat beside it. Phones show one of the two.
import { getRouteApi, Outlet, useMatchRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ChatIcon } from '#web/ui/icon.tsx'
import { Empty } from '#web/ui/states.tsx'
import css from './chat.module.css'
import { RoomLists } from './rooms/rooms.tsx'

const route = getRouteApi('/signed-in/chat')

export function ChatScreen() {
  const search = route.useSearch()
  const isRoomOpen = Boolean(useMatchRoute()({ to: '/chat/$room/$group_id' }))
  useVisibleHeight()
  return (
    <div className={css['chat']} data-room={isRoomOpen}>
      <div className={css['lists']}>
        <RoomLists search={search} />
      </div>
      <div className={css['room']}>
        <Outlet />
      </div>
    </div>
  )
}

/** Fills the place beside the list on desktops while no chat is open. */
export function NoRoomScreen() {
  return (
    <Empty icon={<ChatIcon />} title="Kein Chat geöffnet">
      <p>Wählen Sie links einen Chat, oder suchen Sie eine Person.</p>
    </Empty>
  )
}

/**
 * An iPhone's keyboard covers the page without resizing it. `--visible` is the height (px) above the
 * keyboard.
 */
function useVisibleHeight() {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return undefined
    const { style } = document.documentElement
    const adjust = () => {
      // Zooming in makes the viewport smaller, too, but covers nothing.
      const isCovered = view.scale < 1.01 && view.height < window.innerHeight - 1
      if (isCovered) {
        style.setProperty('--visible', `${view.height}px`)
        // iOS also scrolls the page up, which would move the head of the chat out of view.
        window.scrollTo(0, 0)
      } else style.removeProperty('--visible')
    }
    view.addEventListener('resize', adjust)
    return () => {
      view.removeEventListener('resize', adjust)
      style.removeProperty('--visible')
    }
  }, [])
}
