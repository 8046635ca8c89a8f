// In which order the matters of the day stand: first what needs the person, then what is good to know, then where
// nothing is to be done. Among alike ones what has its hour comes before what can wait.
import type { Team, Today, Waiting } from '#contract/today.ts'

const cards = ['shifts', 'teams', 'unsent', 'unreadDocs', 'docs', 'chats', 'administration'] as const
type CardName = (typeof cards)[number]

export function orderOf(today: Today): CardName[] {
  const ranks = ranksOf(today)
  return [...cards].sort((one, other) => ranks[one] - ranks[other])
}

const NEEDED = 0
const TOLD = 1
const NOTHING = 2

function ranksOf({ shifts, teams, coming_teams, docs, chats, waiting }: Today): Record<CardName, number> {
  return {
    shifts: shifts?.length ? NEEDED : NOTHING,
    teams: teams?.items.some(isOpen) ? NEEDED : teams?.count || coming_teams?.length ? TOLD : NOTHING,
    unsent: waiting?.unsent_teams.count ? NEEDED : NOTHING,
    unreadDocs: waiting?.unread_docs.count ? NEEDED : NOTHING,
    docs: docs.count > 0 ? NEEDED : NOTHING,
    chats: chats.count > 0 ? NEEDED : NOTHING,
    administration: waiting && needsAdministrator(waiting) ? NEEDED : TOLD,
  }
}

const isOpen = ({ is_ahead, sent, entries }: Team) => !is_ahead && sent < entries

const needsAdministrator = ({ syncs, not_invited }: Waiting) =>
  not_invited > 0 || syncs.some(({ outcome }) => outcome === 'failed' || outcome === 'partly')

/**
 * Teams that need nothing of the person now: those that have sent everything, and those of tomorrow. They wait behind
 * a press, so that what is due stands high; the first ones are to be seen where there is nothing else, and one alone
 * always.
 */
export function foldedOf(teams: readonly Team[], today: string): Team[] {
  const quiet = teams.filter((team) => !isOpen(team) && !(team.is_ahead && team.date <= today))
  const folded = quiet.length === teams.length ? quiet.slice(SHOWN) : quiet
  return folded.length > 1 ? folded : []
}
const SHOWN = 3
