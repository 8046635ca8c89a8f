import { Outlet } from '@tanstack/react-router'

export function DocScreen() {
  return <Outlet />
}
