import type { Config } from '#server/config.ts'

/** What people call a provider; one that is in the settings no more by its host. */
export const providerName = ({ providers }: Pick<Config, 'providers'>, issuer: string): string =>
  providers.find((provider) => provider.issuer.href === issuer)?.name ?? URL.parse(issuer)?.hostname ?? issuer
