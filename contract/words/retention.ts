export const retentionKinds = ['messages', 'images', 'rounds', 'history', 'audit', 'deactivated'] as const

/** Singular and plural, to follow a number in a sentence. */
export const retentionNouns: Record<(typeof retentionKinds)[number], readonly [one: string, many: string]> = {
  messages: ['Nachricht', 'Nachrichten'],
  images: ['Bild in einem Chat', 'Bilder in Chats'],
  rounds: ['Runde', 'Runden'],
  history: ['Eintrag im Verlauf der Zeiten', 'Einträge im Verlauf der Zeiten'],
  audit: ['Eintrag im Protokoll', 'Einträge im Protokoll'],
  deactivated: ['deaktivierte Person', 'deaktivierte Personen'],
}
