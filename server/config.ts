export type Config = {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  publicUrl: URL | undefined
  adminUsername: string
  adminPassword: string | undefined
  timeZone: string
  happeningsGroup: string | undefined
  passwordMinLength: number
  appName: string
  metricsToken: string | undefined
  trustedProxies: string[]
  logLevel: 'silent' | 'error' | 'warn' | 'info'
}

/** A placeholder with the shape that the server reads; the real reader of all settings replaces it. */
export function readConfig(env: Record<string, string | undefined>): Config {
  return {
    port: Number(env.PORT ?? 8080), host: env.HOST ?? 'localhost', dataDir: env.DATA_DIR ?? './data', databaseUrl: env.DATABASE_URL,
    publicUrl: env.PUBLIC_URL ? new URL(env.PUBLIC_URL) : undefined, adminUsername: env.ADMIN_USERNAME ?? 'admin', adminPassword: env.ADMIN_PASSWORD,
    timeZone: 'Europe/Berlin', happeningsGroup: env.HAPPENINGS_GROUP, passwordMinLength: Number(env.PASSWORD_MIN_LENGTH ?? 8), appName: env.APP_NAME ?? 'Kontor',
    metricsToken: env.METRICS_TOKEN, trustedProxies: ['loopback'], logLevel: (env.LOG_LEVEL ?? 'warn') as 'warn',
  }
}
