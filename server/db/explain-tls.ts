/** Explains a failed TLS connection, as the rest of a sentence about the database. */
export function explainTls({ code, message }: { code?: string; message: string }): string | undefined {
  switch (code) {
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'CERT_SIGNATURE_FAILURE':
      return 'hat ein Zertifikat, dessen Stelle hier nicht bekannt ist. Bitte mit „sslrootcert=<Datei>“ das Zertifikat der Stelle nennen.'
    case 'CERT_HAS_EXPIRED':
      return 'hat ein abgelaufenes Zertifikat.'
    case 'CERT_NOT_YET_VALID':
      return 'hat ein Zertifikat, das noch nicht gilt. Bitte prüfen Sie die Uhren beider Rechner.'
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'hat ein Zertifikat für einen anderen Rechnernamen. Bitte den Namen aus dem Zertifikat nennen oder „sslmode=verify-ca“ angeben.'
  }
  if (message === 'The server does not support SSL connections')
    return 'bietet keine verschlüsselte Verbindung an. Bitte dort TLS einschalten oder „sslmode=disable“ angeben.'
  if (code === '28000' && /no (SSL )?encryption|SSL off/.test(message))
    return 'verlangt eine verschlüsselte Verbindung oder lässt diesen Rechner nicht zu. Bitte „sslmode=require“ oder strenger angeben.'
  if (message === 'There was an error establishing an SSL connection' || code === 'EPROTO')
    return 'kann keine verschlüsselte Verbindung aufbauen.'
  return undefined
}
