import type { Session } from '#contract/auth.ts'
import { SessionList } from '#web/auth/session-list.tsx'
import { FactorsPart } from '#web/factors/of-user.tsx'

type Props = { user_id: number; name: string; sessions: Session[] }

/** Sessions and second factors of a user. */
export const SessionsPart = ({ user_id, name, sessions }: Props) => (
  <>
    {sessions.length > 0 && <SessionList sessions={sessions} />}
    <FactorsPart user_id={user_id} name={name} />
  </>
)
