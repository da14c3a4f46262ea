/** A port over MQTT: a broker for one machine, which passes everything to the test server. */
import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

import { downTopic } from '@slotwise/machine-protocol'
import { Aedes, type Client } from 'aedes'

import type { TestServer } from './test-server.ts'

export type PortOptions = {
  host: string
  port: number
  /** Files with the certificate and its key, for mqtts. */
  tls?: { cert: string; key: string } | undefined
}

const badCredentials = 4

export async function openMqttPort(
  server: TestServer,
  { host, port, tls }: PortOptions,
): Promise<{ port: number; close(): Promise<void> }> {
  const { visitor, sn } = server
  let present: Client | undefined
  const secrets = new WeakMap<Client, Parameters<typeof visitor.login>[0]>()
  const sockets = new Set<Socket>()

  const broker = await Aedes.createBroker({
    preConnect(client, packet, done) {
      const { will } = packet
      secrets.set(client, {
        version: packet.protocolVersion ?? 0,
        clientId: packet.clientId,
        user: packet.username ?? '',
        secret: packet.password?.toString() ?? '',
        clean: packet.clean ?? false,
        keepaliveSeconds: packet.keepalive ?? 0,
        ...(will
          ? {
              will: {
                topic: will.topic,
                text: will.payload.toString(),
                qos: will.qos ?? 0,
                retain: will.retain ?? false,
              },
            }
          : {}),
      })
      // The will was noted; published by the broker, it would look like a message of the machine.
      delete packet.will
      packet.clean = true
      done(null, true)
    },
    authenticate(client, _user, _password, done) {
      const login = secrets.get(client)
      if (login && visitor.login(login) === 'taken') {
        present = client
        return done(null, true)
      }
      done(Object.assign(new Error('refused'), { returnCode: badCredentials }), false)
    },
    authorizePublish(client, packet, done) {
      const { topic, payload, qos, retain } = packet
      const isTaken =
        client !== present || visitor.published({ topic, text: payload.toString(), qos, retain })
      packet.retain = false
      // Without an answer the machine gets no PUBACK.
      if (isTaken) done(null)
    },
  })
  broker.on('subscribe', (subscriptions, client) => {
    if (client !== present) return
    for (const { topic, qos } of subscriptions) visitor.subscribed(topic, qos)
  })

  const welcome = (socket: Socket): void => {
    socket.on('error', () => socket.destroy())
    if (visitor.knock() === 'away') return void socket.destroy()
    sockets.add(socket)
    const client = broker.handle(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      if (client !== present) return
      present = undefined
      // Set by aedes when a DISCONNECT came.
      const { _disconnected: isPolite } = client as Client & { _disconnected?: boolean }
      visitor.ended(isPolite ? 'disconnect' : 'lost')
    })
  }
  const listener = tls
    ? createTlsServer({ cert: await readFile(tls.cert), key: await readFile(tls.key) }, welcome)
    : createServer(welcome)
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject)
    listener.listen(port, host, resolve)
  })

  server.attach({
    send(name, text) {
      const payload = Buffer.from(text)
      const topic = downTopic(sn, name)
      present?.publish(
        { cmd: 'publish', topic, payload, qos: 1, retain: name === 'config', dup: false },
        () => {},
      )
    },
    cut: () => present?.conn.destroy(),
  })
  return {
    port: (listener.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => broker.close(resolve))
      await new Promise<void>((resolve) => listener.close(() => resolve()))
    },
  }
}
