// Maps screens to headings of the handbook by prefix of their address.
type HelpPlace = { chapter: string; heading: string }
const helpPlace = (chapter: string, heading: string): HelpPlace => ({ chapter, heading })

const placesByAddress: [address: RegExp, HelpPlace][] = [
  [/^\/today/, helpPlace('mitarbeitende', 'was-heute-ansteht')],
  [/^\/shifts/, helpPlace('mitarbeitende', 'meine-einsätze')],
  [/^\/find/, helpPlace('mitarbeitende', 'etwas-wiederfinden')],
  [/^\/chat/, helpPlace('mitarbeitende', 'im-chat-schreiben')],
  [/^\/profile/, helpPlace('mitarbeitende', 'benachrichtigungen-einschalten')],
  [/^\/logout/, helpPlace('mitarbeitende', 'anmelden')],
  [/^\/happenings\/\d+\/\d+\/timesheet/, helpPlace('leitung', 'die-zeiten-eines-teams-in-einer-minute')],
  [/^\/docs\/\d+\/edit$/, helpPlace('verwaltung', 'prozesse-schreiben')],
  [/^\/docs\/\d+\/active/, helpPlace('verwaltung', 'ergebnisse-ansehen-und-mitnehmen')],
  [/^\/docs\/\d+\/people/, helpPlace('verwaltung', 'stand-wer-fehlt')],
  [/^\/docs\/\d+\/versions/, helpPlace('verwaltung', 'frühere-fassungen')],
  [/^\/docs\/\d+\/visibility/, helpPlace('verwaltung', 'veröffentlichen')],
  [/^\/docs/, helpPlace('mitarbeitende', 'einen-prozess-ausfüllen')],
  [/^\/happenings\/sync/, helpPlace('verwaltung', 'abgleich-mit-der-personalplanung')],
  [/^\/users\/invite/, helpPlace('verwaltung', 'einladen')],
  [/^\/users\/import/, helpPlace('verwaltung', 'personen-aus-einer-datei')],
  [/^\/users\/sync/, helpPlace('verwaltung', 'abgleich-mit-der-personalplanung')],
  [/^\/users/, helpPlace('verwaltung', 'benutzer')],
  [/^\/groups/, helpPlace('verwaltung', 'gruppen')],
  [/^\/groupassignments/, helpPlace('verwaltung', 'zuweisungen')],
  [/^\/audit/, helpPlace('verwaltung', 'protokoll')],
  [/^\/integrations/, helpPlace('verwaltung', 'schnittstellen')],
  [/^\/retention/, helpPlace('datenschutz', 'fristen-einstellen')],
  [/^\/operation/, helpPlace('verwaltung', 'erste-schritte')],
]

/** `address`: without `/ui`. Some screens have a different heading for administrators. */
export function findHelpPlace(address: string, { isAdmin }: { isAdmin: boolean }): HelpPlace | undefined {
  if (/^\/happenings(?!.*(?:timesheet|sync))/.test(address))
    return isAdmin
      ? helpPlace('verwaltung', 'veranstaltungen')
      : helpPlace('leitung', 'die-zeiten-eines-teams-in-einer-minute')
  return placesByAddress.find(([begin]) => begin.test(address))?.[1]
}

/** All targets, for a test. */
export const allHelpPlaces = [
  ...placesByAddress.map(([, led]) => led),
  helpPlace('verwaltung', 'veranstaltungen'),
]
