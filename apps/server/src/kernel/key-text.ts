/** Keys in settings: as PEM text, in one line with \n or in several, as bare base64, or as the path of a file. */
import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { z } from 'zod'

const leastBits = 2048

type Kind = 'PRIVATE KEY' | 'PUBLIC KEY' | 'CERTIFICATE'

/** The text of a PEM file; undefined when the file cannot be read. */
function pemOf(value: string, kind: Kind): string | undefined {
  if (value.includes('-----BEGIN')) return value.replaceAll('\\n', '\n')
  // Consoles of providers show keys without the lines around them.
  if (/^[A-Za-z\d+/=\s]{200,}$/.test(value))
    return `-----BEGIN ${kind}-----\n${value}\n-----END ${kind}-----\n`
  try {
    return readFileSync(value, 'utf8')
  } catch {
    return undefined
  }
}

const isRsa = (key: KeyObject): boolean =>
  key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= leastBits

/** What `read` makes of the text; undefined where it throws, because its errors may quote the text. */
function tried<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function parsed<T>(kind: Kind, message: string, read: (pem: string) => T | undefined) {
  return z.string().transform((value, { addIssue }) => {
    const pem = pemOf(value, kind)
    const found = pem === undefined ? undefined : tried(() => read(pem))
    if (found === undefined) addIssue(message)
    return found ?? z.NEVER
  })
}

const rsaOnly = (key: KeyObject): KeyObject | undefined => (isRsa(key) ? key : undefined)

const from = 'as PEM text or the path of a PEM file'
export const privateKey = parsed(
  'PRIVATE KEY',
  `must be an RSA private key of at least 2048 bits, ${from}`,
  (pem) => rsaOnly(tried(() => createPrivateKey(pem)) ?? createPrivateKey(asPkcs1(pem))),
)

/** Bare base64 may be the older form of a private key. */
const asPkcs1 = (pem: string): string => pem.replaceAll(/(BEGIN|END) PRIVATE KEY/g, '$1 RSA PRIVATE KEY')

export const publicKey = parsed(
  'PUBLIC KEY',
  `must be an RSA public key of at least 2048 bits, ${from}`,
  // A private key contains the public one; the provider's is not ours to have.
  (pem) => (pem.includes('PRIVATE') ? undefined : rsaOnly(createPublicKey(pem))),
)

/** Certificates by serial number, in upper case hexadecimal digits. */
export const certificates = parsed(
  'CERTIFICATE',
  `must be one or more X.509 certificates with RSA keys, ${from}`,
  (pem) => {
    const all = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
    const found = all.map((text) => new X509Certificate(text))
    const keys = new Map(found.map(({ serialNumber, publicKey: key }) => [serialNumber, key]))
    return keys.size > 0 && [...keys.values()].every(isRsa) ? keys : undefined
  },
)
