// A certificate of `localhost`, only for tests: its private key is public.
import tls from 'node:tls'

const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgxsSlqIBzcJl26PCj
TJFNchdO0KaAcMOGyxClcTX+ISGhRANCAAQWAxUJQTrSkLXtV1FM9FtBab5t234u
paFVocbAcVYeJu2ccdq2xRPbLe3ETBVJId6GEQFfHvM+vLrwk6k6MQ63
-----END PRIVATE KEY-----`
const certificate = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUShDK2C0VzWTONb8yOpfczM2fCvwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjE2NTMwOFoYDzIxMjYxMDI5
MTY1MzA4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQWAxUJQTrSkLXtV1FM9FtBab5t234upaFVocbAcVYeJu2ccdq2xRPb
Le3ETBVJId6GEQFfHvM+vLrwk6k6MQ63o2kwZzAdBgNVHQ4EFgQU16n3VflLyRwP
2vZvQXE+2pCEvnQwHwYDVR0jBBgwFoAU16n3VflLyRwP2vZvQXE+2pCEvnQwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIhAJRyI13NWvajXR5i3vHSGZZgry3dQvpOhMOCyNHTrXt+AiAIXsUNTdXd
qoyMNO/xguNLkwz3AjO58lI1a3L8hO2SCw==
-----END CERTIFICATE-----`

export const localhostTls = { key, cert: certificate }

/** From now on this process trusts the certificate, too. */
export const trustLocalhost = () =>
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate])
