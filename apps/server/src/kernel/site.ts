import { type Config, isLocal } from './config.ts'
import type { Ctx } from './ctx.ts'

/** The address of the product, for links that leave it: `https://console.example`. */
export const siteOf = ({ deps: { config }, site }: Pick<Ctx, 'deps' | 'site'>): string =>
  config.publicUrl ?? site ?? `http://localhost:${config.port}`

type Listening = Pick<Config, 'publicUrl' | 'host' | 'port' | 'mqtt' | 'trustProxy'>

/**
 * The address under which machines load pictures, if there is one. Where only programs of this computer reach the
 * console and the broker, as in the demo, the machines are on it, too.
 */
export function siteForMachines({ publicUrl, host, port, mqtt, trustProxy }: Listening): string | undefined {
  if (publicUrl !== undefined) return publicUrl
  const isAlone = isLocal(host) && isLocal(mqtt.host) && mqtt.url === undefined && trustProxy === 0
  return isAlone ? `http://localhost:${port}` : undefined
}
