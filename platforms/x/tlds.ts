/**
 * Endings that make a bare domain ("example.com", without https://) a link. The country codes are complete as of 2026, the
 * others are those that occur in posts. A missing one makes us count a bare domain by its letters instead of as 23.
 */
export const TLDS = words(`
  ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bv bw by bz
  ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr
  ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it
  je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms
  mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw
  sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz
  ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw
  aero asia biz cat com coop edu gov info int jobs mil mobi museum name net org post pro tel travel
  academy accountant adult agency app apartments art associates auction audio auto baby band bank bar beauty beer best bet bid
  bike bio blog blue boo boston boutique build builders business buzz cab cafe camera camp capital car cards care careers
  cars casa cash casino center ceo chat cheap church city cleaning click clinic clothing cloud club coach codes coffee college
  community company computer condos construction consulting contact cool country coupons courses credit cricket
  dad dance date day deals degree delivery democrat dental design dev diet digital direct directory discount doctor dog
  domains download earth education email energy engineer engineering enterprises equipment esq estate events exchange expert
  express fail faith family fan fans farm fashion feedback film finance financial fish fit fitness flights florist foo
  football forsale foundation fun fund furniture fyi gallery game games garden gay gift gifts gives glass global gmbh gold
  golf graphics gratis green group guide guitars guru hair health healthcare help hockey holdings holiday homes horse hospital
  host hosting hotel house immo inc industries ink institute insure international investments irish jewelry juegos kids kim
  kitchen land lat law lawyer lease legal lgbt life lighting limited limo link live llc loan loans lol london love ltd
  luxury maison management market marketing mba media meme memorial men menu moda moe mom money mortgage motorcycles mov
  movie navy network new news ngo ninja now nyc observer one ong online ooo organic page paris partners parts party pet
  phd photo photography photos pics pictures pink pizza place plumbing plus poker porn press productions prof promo
  properties property pub quest racing realestate recipes red rehab reise reisen rent rentals repair report republican rest
  restaurant review reviews rich rip rocks rodeo run sale salon school science security select services sexy shoes shop
  shopping show singles site ski skin soccer social software solar solutions space sport storage store stream studio study
  style sucks supplies supply support surf surgery systems tattoo tax taxi team tech technology tennis theater theatre tienda
  tips tires today tokyo tools top tours town toys trade trading training tube university uno vacations ventures vet viajes
  video villas vin vip vision vodka vote voyage wang watch webcam website wedding wiki win wine work works world wtf xxx xyz
  yachts yoga zip zone`)

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}
