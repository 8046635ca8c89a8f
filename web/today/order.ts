// Order of the cards on „Heute“: cards that need action, then information; empty cards are left out. Cards of equal
// rank keep the order of `cardNames`.
import type { AdminTasks, Today, TodayTeam } from '#contract/today.ts'

const cardNames = [
  'device',
  'shifts',
  'teams',
  'unsent',
  'unreadDocs',
  'docs',
  'chats',
  'administration',
] as const
type CardName = (typeof cardNames)[number]

export function orderCards(today: Today, unsent = 0): CardName[] {
  const ranks = rankCards(today, unsent)
  return cardNames.filter((card) => ranks[card] < RANK_EMPTY).sort((one, other) => ranks[one] - ranks[other])
}

const RANK_NEEDED = 0
const RANK_INFO = 1
const RANK_EMPTY = 2

function rankCards(
  { shifts, teams, coming_teams, docs, chats, waiting }: Today,
  unsent: number,
): Record<CardName, number> {
  return {
    device: unsent > 0 ? RANK_NEEDED : RANK_EMPTY,
    shifts: shifts?.length ? RANK_NEEDED : RANK_EMPTY,
    teams: teams?.items.some(isTeamDue)
      ? RANK_NEEDED
      : teams?.count || coming_teams?.length
        ? RANK_INFO
        : RANK_EMPTY,
    unsent: waiting?.unsent_teams.count ? RANK_NEEDED : RANK_EMPTY,
    unreadDocs: waiting?.unread_docs.count ? RANK_NEEDED : RANK_EMPTY,
    docs: docs.count > 0 ? RANK_NEEDED : RANK_EMPTY,
    chats: chats.count > 0 ? RANK_NEEDED : RANK_EMPTY,
    administration:
      !waiting || isNothingPending(waiting)
        ? RANK_EMPTY
        : needsAdministrator(waiting)
          ? RANK_NEEDED
          : RANK_INFO,
  }
}

const isTeamDue = ({ is_ahead, sent, entries }: TodayTeam) => !is_ahead && sent < entries

const isNothingPending = ({ syncs, without_password }: AdminTasks) =>
  syncs.length === 0 && without_password === 0

const needsAdministrator = ({ syncs, not_invited }: AdminTasks) =>
  not_invited > 0 || syncs.some(({ outcome }) => outcome === 'failed' || outcome === 'partly')

export const isFullySent = ({ sent, entries }: TodayTeam) => entries > 0 && sent >= entries

/**
 * Teams that need no action and are folded, so that due teams are higher up: completely sent, without anybody planned,
 * or of tomorrow. If no team is due, the first `MAX_QUIET_TEAMS` stay visible. A single team is never folded.
 */
export function teamsToFold(teams: readonly TodayTeam[], today: string): TodayTeam[] {
  const quiet = teams.filter((team) => !isTeamDue(team) && !(team.is_ahead && team.date <= today))
  const folded = quiet.length === teams.length ? quiet.slice(MAX_QUIET_TEAMS) : quiet
  return folded.length > 1 ? folded : []
}
const MAX_QUIET_TEAMS = 3
