import { type Gateway, startGateway } from '../src/gateway/gateway.ts'
import { startApp, type TestApp } from './app.ts'
import { makeMerchant, type Merchant } from './factories.ts'
import { HandMachine } from './hand-machine.ts'
import type { BoundMachine } from './machines.ts'
import { asOwner } from './owner.ts'

type State = { online: boolean; reason: string | null; boot: string }

/** A server with its gateway and a merchant, and machines that the test controls. */
export type GatewayStand = {
  app: TestApp
  gateway: Gateway
  port: number
  owner: Merchant
  come(
    credentials: { sn: string; secret: string },
    options?: Parameters<typeof HandMachine.connect>[2],
  ): Promise<HandMachine>
  /** Connects and sends the status "online". */
  comeOnline(machine: BoundMachine, boot?: number): Promise<HandMachine>
  /** The state of a machine as the server has stored it. */
  stateOf(machine: BoundMachine): Promise<State | undefined>
  /** Closes the connections of all machines. */
  sendHome(): Promise<void>
  close(): Promise<void>
}

export async function startGatewayStand(): Promise<GatewayStand> {
  const app = await startApp()
  const gateway = await startGateway(app.deps)
  const port = gateway.port ?? 0
  const owner = await makeMerchant(app)
  const present: HandMachine[] = []
  const come: GatewayStand['come'] = async (credentials, options = {}) => {
    const machine = await HandMachine.connect(port, credentials, options)
    present.push(machine)
    return machine
  }
  return {
    app,
    gateway,
    port,
    owner,
    come,
    async comeOnline(machine, boot = 1) {
      const hand = await come(machine, { boot })
      await hand.say('status', { state: 'online', boot }, { mid: `${boot}-online` })
      return hand
    },
    async stateOf({ id }) {
      const text = 'select online, reason, boot from device_state where device_id = $1'
      return (await asOwner<State>(app, text, [id]))[0]
    },
    async sendHome() {
      await Promise.all(present.splice(0).map(({ client }) => client.endAsync(true)))
    },
    async close() {
      await gateway.close()
      await app.close()
    },
  }
}
