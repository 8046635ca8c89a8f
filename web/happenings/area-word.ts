import { useIsSmallWindow } from '#web/ui/small-window.ts'

/** In the bar of a phone, where the longer word has no room. */
export const IN_BAR = 'Zeiten'
export const IN_MENU = 'Veranstaltungen'

/** What the list of happenings is called: as the way to it is, there where somebody looks. */
export const useAreaWord = () => (useIsSmallWindow() ? IN_BAR : IN_MENU)
