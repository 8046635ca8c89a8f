// Synonyms: what people type, and the handbook's words. Each row must lead to a hit; words of the handbook
// itself need none.

type Row = [typed: readonly string[], means: readonly string[]]

export const synonyms: readonly Row[] = [
  [
    [
      '2FA',
      'MFA',
      'TOTP',
      'OTP',
      'Zwei-Faktor',
      'Zweifaktor',
      'Zwei Faktoren',
      'Multifaktor',
      'Authenticator',
    ],
    ['Einmalcodes', 'zweiter Faktor'],
  ],
  [
    ['Authentifizierung', 'Authentisierung', 'zweistufig', 'Faktor'],
    ['Einmalcodes', 'Passkeys'],
  ],
  [['Recovery', 'Backup-Codes', 'Backupcodes', 'Notfallcodes', 'Ersatzcodes'], ['Wiederherstellungscodes']],
  [
    [
      'WebAuthn',
      'FIDO',
      'FIDO2',
      'Fingerabdruck',
      'Face ID',
      'Touch ID',
      'Windows Hello',
      'Yubikey',
      'passwortlos',
    ],
    ['Passkey'],
  ],
  [['Sicherheitsschlüssel', 'Biometrie', 'Gesichtserkennung'], ['Passkey']],
  [
    [
      'SSO',
      'Single Sign-on',
      'OIDC',
      'OpenID',
      'OpenID Connect',
      'OAuth',
      'SAML',
      'Identity Provider',
      'Firmenkonto',
      'Firmenanmeldung',
    ],
    ['Konto in der Firma', 'Anbieter der Firma'],
  ],
  [
    ['Keycloak', 'Entra', 'Azure', 'Active Directory', 'LDAP', 'Microsoft-Konto', 'Google-Konto'],
    ['Konto in der Firma', 'Anbieter der Firma'],
  ],
  [['Einloggen', 'Login', 'Log-in', 'Sign-in'], ['Anmelden']],
  [
    ['Ausloggen', 'Log-out', 'Sign-out', 'Abmeldung'],
    ['Abmelden', 'Logout'],
  ],
  [['Kennwort', 'Password', 'Passphrase', 'Zugangsdaten'], ['Passwort']],
  [
    ['zurücksetzen', 'neues Passwort', 'Passwort verloren'],
    ['Passwort vergessen', 'Passwort setzen', 'Reset'],
  ],
  [
    ['gesperrt', 'ausgesperrt', 'blockiert'],
    ['Fehlversuche', 'Deaktivieren'],
  ],
  [
    ['Account', 'Benutzerkonto', 'Nutzerkonto'],
    ['Benutzer', 'Zugang'],
  ],
  [
    ['User', 'Nutzer', 'Anwender', 'Mitarbeiter', 'Mitarbeitende', 'Kollegen', 'Personal'],
    ['Benutzer', 'Personen'],
  ],
  [
    ['Administrator', 'Administratoren', 'Adminrechte'],
    ['Admin', 'Rechte ändern'],
  ],
  [['Berechtigung', 'Berechtigungen', 'Rolle', 'Rollen'], ['Rechte']],
  [['Abteilung', 'Abteilungen', 'Verteiler'], ['Gruppen']],
  [
    ['Onboarding', 'neue Kollegen', 'hinzufügen'],
    ['Einladen', 'Neuer Benutzer'],
  ],
  [['Email', 'Mailadresse'], ['E-Mail']],
  [
    ['Push', 'Notification', 'Notifications', 'Mitteilung', 'Mitteilungen', 'Klingeln'],
    ['Benachrichtigungen'],
  ],
  [['Nicht stören', 'Ruhemodus'], ['Ruhe haben']],
  [
    ['Formular', 'Checkliste', 'Dokument', 'Fragebogen', 'Umfrage', 'Workflow', 'Protokollvorlage'],
    ['Prozess'],
  ],
  [['Template', 'Templates', 'Muster'], ['Vorlage']],
  [['Checkbox', 'Ankreuzfeld', 'Haken'], ['Häkchen']],
  [['Dropdown', 'Auswahlfeld', 'Multiple Choice'], ['Auswahl']],
  [['obligatorisch', 'Muss-Feld', 'Pflichtangabe'], ['Pflichtfeld']],
  [['Regel', 'wenn-dann', 'abhängig', 'ausblenden'], ['Bedingung']],
  [
    ['einreichen', 'abschicken', 'Submit'],
    ['Abgeben', 'Senden'],
  ],
  [['Signatur', 'signieren', 'unterzeichnen'], ['Unterschrift']],
  [
    ['freigeben', 'teilen', 'Freigabe'],
    ['Verteilen', 'Veröffentlichen', 'Sichtbarkeit'],
  ],
  [
    ['Deadline', 'fällig', 'Fälligkeit', 'Stichtag'],
    ['Veröffentlichen Frist', 'Frist'],
  ],
  [['mahnen', 'nachfassen', 'Reminder'], ['erinnern']],
  [['wiederkehrend', 'regelmäßig', 'monatlich', 'Intervall'], ['Wiederholen']],
  [['Version', 'Versionen', 'Historie', 'Änderungsverlauf'], ['Fassungen']],
  [
    ['Statistik', 'Auswertung', 'Grafik', 'Chart'],
    ['Diagramme', 'Stand', 'Ergebnisse'],
  ],
  [
    ['Export', 'exportieren', 'XLSX', 'Tabellenkalkulation'],
    ['Excel', 'CSV-Datei'],
  ],
  [
    ['Import', 'importieren', 'hochladen', 'Upload'],
    ['Datei wählen', 'CSV-Datei'],
  ],
  [['drucken', 'ausdrucken'], ['PDF']],
  [['Event', 'Events', 'Produktion', 'Vorstellung'], ['Veranstaltung']],
  [['Stundenzettel', 'Arbeitszeit', 'Zeiterfassung', 'Timesheet', 'Stempeln'], ['Zeiten']],
  [['Dienstplan', 'Schicht', 'Schichten', 'Schichtplan', 'Dienst'], ['Einsätze']],
  [['Outlook', 'iCal', 'ICS', 'Google Kalender'], ['Kalender abonnieren']],
  [['Sync', 'synchronisieren', 'Synchronisation'], ['Abgleich']],
  [['Chatraum', 'Messenger', 'Kanal', 'Direktnachricht'], ['Chat']],
  [['stummschalten', 'lautlos'], ['Stumm']],
  [['Offline', 'Funkloch', 'WLAN', 'Internet', 'kein Empfang'], ['ohne Netz']],
  [['Handy', 'Smartphone', 'Mobilgerät'], ['Telefon']],
  [
    ['Verknüpfung', 'Startbildschirm', 'PWA'],
    ['App installieren', 'Home-Bildschirm'],
  ],
  [
    ['DSGVO', 'GDPR', 'Datenauskunft', 'Privatsphäre'],
    ['Datenschutz', 'Auskunft'],
  ],
  [['Log', 'Logbuch', 'Audit'], ['Protokoll']],
  [
    ['REST', 'Integration', 'API-Key', 'API-Schlüssel', 'Zugriffstoken'],
    ['API-Token', 'Schnittstellen'],
  ],
  [['Callback', 'Hook'], ['Webhook']],
  [
    ['Undo', 'widerrufen'],
    ['Rückgängig', 'Widerrufen'],
  ],
  [['Branding', 'Firmenlogo', 'Firmenname'], ['Logo']],
]
