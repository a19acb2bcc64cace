/** Makes a self-signed X.509 certificate, encoded by hand because Node can read certificates but not create them. */
import { createPublicKey, randomBytes, randomUUID, sign, X509Certificate } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { signingKey } from '../signing-key.ts'

/** A signing key and the certificate that verifies its signatures. */
export interface Certificate {
  certId: string
  certPem: string
  keyPem: string
}

const day = 24 * 60 * 60 * 1000
const commonName = 'messageverificationcerts.sandbox.paypal.com'

/** Creates a certificate of the key, by default the sandbox's, that is valid for two years from yesterday. */
export function makeCertificate(privateKey: KeyObject = signingKey()): Certificate {
  const body = certificateBody(createPublicKey(privateKey).export({ type: 'spki', format: 'der' }))
  const der = sequence(body, sha256WithRsa, bitString(sign('sha256', body, privateKey)))
  return {
    certId: `CERT-${randomUUID()}`,
    certPem: pem(der),
    keyPem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}

/** Returns whether the certificate is valid for at least another 30 days. */
export function isCertificateFresh({ certPem }: Certificate): boolean {
  return Date.parse(new X509Certificate(certPem).validTo) > Date.now() + 30 * day
}

// ASN.1 tags in distinguished encoding (DER).
const sequence = (...parts: Buffer[]) => element(0x30, ...parts)
const bitString = (bytes: Buffer) => element(0x03, Buffer.from([0]), bytes)
const integer = (bytes: Buffer) => element(0x02, bytes)
const sha256WithRsa = sequence(oid('2a864886f70d01010b'), element(0x05))

function certificateBody(publicKey: Buffer): Buffer {
  const name = distinguishedName(commonName)
  const validity = sequence(utcTime(Date.now() - day), utcTime(Date.now() + 730 * day))
  const version = element(0xa0, integer(Buffer.from([2])))
  // The first byte is between 01 and 7f, because a serial number must be positive and without padding.
  const serial = integer(Buffer.concat([Buffer.from([0x4c]), randomBytes(15)]))
  return sequence(version, serial, sha256WithRsa, name, validity, name, publicKey)
}

function distinguishedName(name: string): Buffer {
  const attribute = sequence(oid('550403'), element(0x0c, Buffer.from(name)))
  return sequence(element(0x31, attribute))
}

function utcTime(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\D/g, '').slice(2, 14)
  return element(0x17, Buffer.from(`${digits}Z`))
}

function oid(hex: string): Buffer {
  return element(0x06, Buffer.from(hex, 'hex'))
}

function element(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content])
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const hex = length.toString(16)
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
