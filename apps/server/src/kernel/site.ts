import type { Ctx } from './ctx.ts'

/** The address of the product, for links that leave it: `https://console.example`. */
export const siteOf = ({ deps: { config }, site }: Pick<Ctx, 'deps' | 'site'>): string =>
  config.publicUrl ?? site ?? `http://localhost:${config.port}`
