import type { ChatFrame } from '#contract/chat.ts'

/** What the server has said. A newer one than this page may say more: what is not known here is passed over. */
export function frameIn(data: unknown): ChatFrame | undefined {
  let said: Partial<Record<string, unknown>> | null
  try {
    said = JSON.parse(String(data))
  } catch {
    return undefined
  }
  const isWhole: Record<ChatFrame['type'], () => boolean> = {
    messages: () => Array.isArray(said?.['messages']),
    new_message: () => typeof said?.['message'] === 'object' && said['message'] !== null,
    meta: () => Array.isArray(said?.['users']) && typeof said['can'] === 'object',
  }
  const type = String(said?.['type'])
  return Object.hasOwn(isWhole, type) && isWhole[type as ChatFrame['type']]()
    ? (said as ChatFrame)
    : undefined
}
