import { useCurrentUser } from '#web/users/queries.ts'
import { Devices } from './devices.tsx'
import css from './profile.module.css'
import { ThisDevice } from './this-device.tsx'
import { Wishes } from './wishes.tsx'

/** On this device, on the others, and what about. */
export function Notifications() {
  const { username } = useCurrentUser()
  return (
    <section>
      <h2>Benachrichtigungen</h2>
      <ThisDevice />
      <div className={css['part']}>
        <h3>Benachrichtigte Geräte</h3>
        <Devices />
      </div>
      <div className={css['part']}>
        <h3>Wann und worüber</h3>
        <Wishes key={username} />
      </div>
    </section>
  )
}
