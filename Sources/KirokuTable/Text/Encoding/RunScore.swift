/// How plausible the characters of a multibyte encoding are.
///
/// Text in such an encoding has words of several characters. If there are none, single characters are letters and signs
/// of another encoding ("µV" has the bytes of "猩").
enum RunScore {
    static func of(_ sample: [UInt8], in encoding: TextEncoding) -> Double {
        guard (try? encoding.decode(sample)) != nil else { return 0 }
        var (sum, ofSingles, total) = (0.0, 0.0, 0)
        var run: [Double] = []
        var runFollowsLetter = false
        // One byte each, like half-width katakana.
        var runIsNarrow = true
        var place = 0
        func endRun(before next: UInt8) {
            let isAlone = run.count == 1 && (runFollowsLetter || ASCII.isLetter(next))
            let isWithinWord = runIsNarrow && runFollowsLetter && ASCII.isLetter(next)
            if run.count == 1 {
                ofSingles += isAlone ? 0 : run[0]
            } else if !isWithinWord {
                sum += run.reduce(0, +)
            }
            total += run.count
            (run, runIsNarrow) = ([], true)
        }
        while place < sample.count {
            let byte = sample[place]
            guard byte >= 0x80 else {
                if !run.isEmpty { endRun(before: byte) }
                runFollowsLetter = ASCII.isLetter(byte)
                place += 1
                continue
            }
            let trail = place + 1 < sample.count ? sample[place + 1] : 0
            let (size, weight) = sign(byte, trail, encoding)
            run.append(weight)
            if size > 1 { runIsNarrow = false }
            place += size
        }
        endRun(before: 0)
        return sum == 0 ? 0 : (sum + ofSingles) / Double(total)
    }

    /// How many bytes a character has, and how common it is.
    private static func sign(_ lead: UInt8, _ trail: UInt8, _ encoding: TextEncoding) -> (size: Int, weight: Double) {
        switch encoding {
        case .shiftJIS:
            if (0xa1...0xdf).contains(lead) {
                // Half-width katakana come in runs.
                let isRun = (0xa1...0xdf).contains(trail)
                return (1, isRun ? 0.7 : 0.5)
            }
            return (2, jisWeight(lead, trail))
        case .eucJP:
            switch lead {
            case 0x8e: return (2, 0.6)
            case 0x8f: return (3, 0.2)
            case 0xa4, 0xa5: return (2, 1)
            case 0xa1...0xa3: return (2, 0.7)
            case 0xb0...0xcf: return (2, 0.93)
            default: return (2, 0.3)
            }
        case .eucKR:
            switch lead {
            case 0xb0...0xc8: return (2, trail >= 0xa1 ? 0.97 : 0.2)
            case 0xa1...0xa3: return (2, 0.7)
            default: return (2, 0.2)
            }
        case .big5:
            switch lead {
            case 0xa4...0xc6: return (2, 0.9)
            case 0xa1...0xa3: return (2, 0.7)
            default: return (2, 0.3)
            }
        default:
            if (0x30...0x39).contains(trail) { return (4, 0.1) }
            switch lead {
            case 0xb0...0xd7: return (2, trail >= 0xa1 ? 0.91 : 0.2)
            case 0xa1...0xa3: return (2, trail >= 0xa1 ? 0.7 : 0.2)
            default: return (2, 0.25)
            }
        }
    }

    private static func jisWeight(_ lead: UInt8, _ trail: UInt8) -> Double {
        switch (lead, trail) {
        case (0x82, 0x9f...0xf1), (0x83, 0x40...0x96): 1
        case (0x81, _), (0x82, _): 0.7
        case (0x88, 0x9f...), (0x89...0x97, _): 0.93
        case (0x98...0x9f, _), (0xe0...0xea, _): 0.3
        case (0x83, _), (0x87, _): 0.5
        case (0xfa...0xfc, _): 0.4
        default: 0.1
        }
    }
}
