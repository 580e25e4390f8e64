/** Words of tables in eight languages, and how their countries write numbers and dates. */

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pl', 'ru', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface LanguageWords {
  readonly names: readonly string[];
  readonly texts: readonly string[];
  readonly titles: readonly string[];
  readonly notes: readonly string[];
  readonly months: readonly string[];
  /** Whether the program reads them: months of other languages are texts. */
  readonly hasReadMonths: boolean;
  readonly truth: readonly [yes: string, no: string];
  readonly decimal: '.' | ',';
  readonly thousands: '.' | ',' | ' ';
}

const split = (text: string): readonly string[] => text.split('|');
const months = (text: string): readonly string[] => text.split(' ');

export const WORDS: Readonly<Record<Language, LanguageWords>> = {
  en: {
    names: split('Station|District|Population|Category|Remarks|Address|Description|Owner|Contact person|Road|Opening|Unit|area_name|Last change|Share of women|Site'),
    texts: split('Green Park|North Bridge|School of Music|St. Mary’s Hospital|public library|River Road 12|under construction|Town Hall|new since spring|closed at night|Fire brigade|Café Zoë'),
    titles: split('Population by district, 2023|Air quality measurements|List of public buildings in the city|Report of the Statistical Office'),
    notes: split('Source: Statistical Office|Note: provisional figures for the last year|* estimated by the office, without foreign residents|© City Council 2023'),
    months: months('January February March April May June July August September October November December'),
    hasReadMonths: true,
    truth: ['yes', 'no'],
    decimal: '.',
    thousands: ',',
  },
  de: {
    names: split('Stadtteil|Straße|Größe|Einwohner|Bemerkung|Fläche|Träger|Öffnungszeit|Kategorie|Anschrift|Ansprechperson|Messstelle|Änderung|Anteil Frauen|Gemeinde|Lage'),
    texts: split('Grünanlage am Fluß|Hauptstraße 12|Kindertagesstätte|Müllabfuhr|Städtische Bücherei|Köln-Mülheim|Brücke über die Spree|Rathaus|geschlossen|Schule für Musik|Tübingen|Feuerwehr'),
    titles: split('Bevölkerung nach Stadtteilen, 2023|Messwerte der Luftgüte|Verzeichnis der öffentlichen Gebäude|Auswertung des Statistischen Amtes'),
    notes: split('Quelle: Statistisches Amt|Hinweis: vorläufige Zahlen für das letzte Jahr|* geschätzt, ohne Personen mit Nebenwohnung|Stand: Dezember 2023'),
    months: months('Januar Februar März April Mai Juni Juli August September Oktober November Dezember'),
    hasReadMonths: true,
    truth: ['ja', 'nein'],
    decimal: ',',
    thousands: '.',
  },
  fr: {
    names: split('Commune|Département|Région|Libellé|Catégorie|Numéro de voie|Propriétaire|Équipement|Adresse|Remarques|Année de création|Unité|Quartier|Modifié|Élèves|État'),
    texts: split('École élémentaire|Hôtel de ville|Bibliothèque|place de la République|Forêt des Vosges|Côte d’Azur|fermé|Église Saint-Étienne|Gare du Nord|marché couvert|Théâtre|Cité des sciences'),
    titles: split('Population par quartier, 2023|Qualité de l’air dans la région|Liste des équipements publics|Données du service statistique'),
    notes: split('Source : service statistique de la ville|Note : chiffres provisoires pour la dernière année|* valeurs estimées par le service|© Métropole 2023'),
    months: months('janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
    hasReadMonths: true,
    truth: ['oui', 'non'],
    decimal: ',',
    thousands: ' ',
  },
  es: {
    names: split('Municipio|Dirección|Población|Categoría|Descripción|Año de construcción|Teléfono de contacto|Ubicación|Código de zona|Observaciones|Línea|Niños|Propietario|Modificación|Barrio|Estación'),
    texts: split('Plaza de España|Avenida de la Constitución|Biblioteca pública|Jardín botánico|cerrado|Colegio Peñalver|Estación de tren|Málaga|León|Museo de la Ciudad|parque de niños|Ayuntamiento'),
    titles: split('Población por barrio, 2023|Calidad del aire en la ciudad|Relación de edificios públicos|Informe del servicio de estadística'),
    notes: split('Fuente: servicio de estadística|Nota: cifras provisionales del último año|* datos estimados por el servicio|© Ayuntamiento 2023'),
    months: months('enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'),
    hasReadMonths: true,
    truth: ['sí', 'no'],
    decimal: ',',
    thousands: '.',
  },
  it: {
    names: split('Comune|Indirizzo|Popolazione|Categoria|Descrizione|Località|Qualità|Attività|Proprietà|Note del comune|Frazione|Unità|Provincia|Aggiornato|Età media|Stazione'),
    texts: split('Piazza del Popolo|Università degli Studi|Città Alta|biblioteca civica|Scuola primaria|chiuso|Caffè del Teatro|Forlì|Via Garibaldi 12|mercato coperto|Museo civico|Municipio'),
    titles: split('Popolazione per quartiere, 2023|Qualità dell’aria nella regione|Elenco degli edifici pubblici|Dati del servizio statistico'),
    notes: split('Fonte: servizio statistico della città|Nota: dati provvisori per l’ultimo anno|* valori stimati dal servizio|© Città metropolitana 2023'),
    months: months('gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'),
    hasReadMonths: true,
    truth: ['vero', 'falso'],
    decimal: ',',
    thousands: '.',
  },
  pl: {
    names: split('Gmina|Ulica|Województwo|Ludność|Kategoria|Właściciel|Położenie|Długość|Uwagi|Miejscowość|Powierzchnia|Źródło danych|Osoba|Zmiana|Dzielnica|Jednostka'),
    texts: split('Szkoła podstawowa|Kraków|ulica Długa|Biblioteka Główna|Łódź|zamknięte|Urząd miasta|Gdańsk|Muzeum Narodowe|ścieżka rowerowa|Park Źródliska|straż pożarna'),
    titles: split('Ludność według dzielnic, 2023|Jakość powietrza w mieście|Wykaz budynków publicznych|Sprawozdanie urzędu statystycznego'),
    notes: split('Źródło: Urząd Statystyczny w Krakowie|Uwaga: dane wstępne za ostatni rok|* wartości szacowane przez urząd|© Miasto 2023'),
    months: months('stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia'),
    hasReadMonths: false,
    truth: ['tak', 'nie'],
    decimal: ',',
    thousands: ' ',
  },
  ru: {
    names: split('Город|Улица|Население|Категория|Описание|Район|Владелец|Примечание|Площадь|Адрес|Станция|Организация|Контакт|Изменено|Область|Единица'),
    texts: split('Центральная библиотека|улица Пушкина|Москва|городская больница|закрыто|Детский сад|Санкт-Петербург|парк культуры|Нижний Новгород|музей истории|школа искусств|вокзал'),
    titles: split('Население по районам, 2023|Качество воздуха в городе|Перечень общественных зданий|Отчёт статистического управления'),
    notes: split('Источник: управление статистики города|Примечание: предварительные данные за год|* оценка управления без учёта приезжих|© Город 2023'),
    months: months('января февраля марта апреля мая июня июля августа сентября октября ноября декабря'),
    hasReadMonths: false,
    truth: ['да', 'нет'],
    decimal: ',',
    thousands: ' ',
  },
  ja: {
    names: split('都道府県名|市区町村|人口|施設名称|住所|備考|分類|電話番号|担当課|更新内容|面積|地区|名称_カナ|所在地|区分|単位'),
    texts: split('東京都千代田区|中央図書館|市役所|小学校|大阪市北区|公園|閉館中|スポーツセンター|文化会館|消防署|横浜市|ソフトウェア'),
    titles: split('地区別人口 令和5年|大気の測定結果一覧|公共施設一覧|統計課の報告'),
    notes: split('出典:統計課の調査による|注:前年の数値は速報値です|* 推計値を含む|© 市 2023'),
    months: [],
    hasReadMonths: false,
    truth: ['true', 'false'],
    decimal: '.',
    thousands: ',',
  },
}; // prettier-ignore

/** Texts of scripts and signs that occur in any language, in UTF-8 and UTF-16. */
export const FOREIGN_TEXTS = [
  'Fest 🎉 im Park',
  'שלום עולם',
  'مكتبة المدينة',
  'Ωμέγα',
  '👩‍👩‍👧',
  '北京市',
  'naïve – “quoted”',
];
