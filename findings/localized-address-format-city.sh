#!/usr/bin/env bash
# localized-address-format 1.3.3 (2026-03-21) leaves out parts of an address without an error or a return value that says so:
# the locality of every Japanese address, in both scripts, and the postcode of an address without a country that it knows. Its
# formats follow the public address metadata, in which Japan has a prefecture and lines, but no city. Payment providers collect a
# city for Japan in a field of its own, so an invoice printed by this library names no city.
# What our users would meet of it: api/domain/postal-address.ts compares the result with the parts that were given and falls back to
# the plain order where one is missing; tests/unit/postal-address.test.ts has the cases.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund localized-address-format@1.3.3
cat > try.mjs <<'JS'
import { formatAddress } from 'localized-address-format';
const print = (address, script) => console.log(JSON.stringify(formatAddress(address, script)));
const tokyo = { postalCountry: 'JP', administrativeArea: 'Tokyo', locality: 'Chiyoda-ku', postalCode: '100-0005', addressLines: ['1-1 Marunouchi'] };
print(tokyo);
print(tokyo, 'latin');
print({ postalCountry: '', locality: 'Springfield', postalCode: '12345', addressLines: ['1 Main Street'] });
print({ postalCountry: 'AT', locality: 'Wien', postalCode: '1070', addressLines: ['Mariahilfer Straße 1'] });
JS
actual=$(node try.mjs)
expected='["〒100-0005","Tokyo","1-1 Marunouchi"]
["1-1 Marunouchi, Tokyo","100-0005"]
["1 Main Street","Springfield"]
["Mariahilfer Straße 1","1070 Wien"]'
printf '%s\n' "$actual"
if [ "$actual" != "$expected" ]; then
  printf 'The behaviour has changed. Expected:\n%s\n' "$expected"
  exit 1
fi
