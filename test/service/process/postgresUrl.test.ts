/** Addresses of databases are split into their parts. */
import assert from 'node:assert/strict';
import { readPostgresUrl } from '../../../src/service/process/postgresUrl.ts';

const SHOP = { host: 'db.example.org', port: 5432, database: 'shop', user: 'ann' };

describe('the address of a PostgreSQL database', () => {
  for (const [text, read] of [
    ['postgresql://ann@db.example.org/shop', SHOP],
    ['postgres://ann@db.example.org:6432/shop', { ...SHOP, port: 6432 }],
    ['postgresql://db.example.org/shop?user=ann&schema=sales', { ...SHOP, schema: 'sales' }],
    ['postgresql://ann:a%40b@db.example.org/shop', { ...SHOP, password: 'a@b' }],
    ['postgresql://ann@db.example.org/shop?password=hush', { ...SHOP, password: 'hush' }],
    ['postgresql://ann@db.example.org/shop?sslmode=verify-full', { ...SHOP, encryption: 'verify' }],
    ['postgresql://ann@db.example.org', { ...SHOP, database: 'ann' }],
    ['postgresql://ann@[::1]/shop', { ...SHOP, host: '::1' }],
    ['postgresql://ann@/shop', 'address'],
    ['https://db.example.org', 'address'],
    ['shop', 'address'],
    ['postgresql://ann@db.example.org/shop?sslmode=prefer', 'parameter'],
    ['postgresql://ann@db.example.org/shop?options=-c', 'parameter'],
  ] as const)
    it(text, () => assert.deepEqual(readPostgresUrl(text), read));
});
