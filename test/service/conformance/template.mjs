// Cases refer to names that are known only at run time: {{r}} is the resource made by their setup.

export function filled(value, names) {
  if (typeof value === 'string')
    return value.replace(/\{\{(\w+)\}\}/g, (whole, name) => (name in names ? names[name] : whole));
  if (Array.isArray(value)) return value.map((each) => filled(each, names));
  if (value === null || typeof value !== 'object') return value;
  if (value.$gen) return generated(value.$gen);
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, each]) => [filled(key, names), filled(each, names)])
      // Services without packages have no package_id.
      .filter(([key, each]) => key !== 'package_id' || each !== ''),
  );
}

export function queryString(query, names) {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    [filled(value, names)].flat().map((each) => [name, typeof each === 'string' ? each : JSON.stringify(each)]),
  );
  return pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
}

/** In a record, `$i` is its number, `$s` the same as text, `$m3` the number modulo 3. */
function generated({ count, from = 0, record }) {
  const valueOf = (value, number) => {
    if (value === '$i') return number;
    if (value === '$s') return String(number);
    return /^\$m\d+$/.test(value) ? number % Number(value.slice(2)) : value;
  };
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, valueOf(value, from + index)])),
  );
}
